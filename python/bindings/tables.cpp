#include "decimal.hpp"
#include "handles.hpp"
#include "parts.hpp"

#include <firsthit/error.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

/// A file as it lies in memory.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat about {};
    if (file >= 0 && fstat(file, &about) == 0) size_ = static_cast<std::size_t>(about.st_size);
    if (size_ > 0) at_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    if (size_ == 0 || at_ == MAP_FAILED) throw InputError(path + ": expected a table, found no text");
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() { munmap(at_, size_); }
  std::string_view text() const { return {static_cast<const char*>(at_), size_}; }

 private:
  void* at_ = nullptr;
  std::size_t size_ = 0;
};

/// Texts, numbered as they come: few are different. They stand side by side, not in the file all over.
class Texts {
 public:
  std::int32_t number_of(std::string_view text) {
    std::uint64_t slot = hash(text);
    while (true) {
      Known& known = slots_[slot++ % slots_.size()];
      if (known.number < 0) {
        known = {count_, static_cast<std::uint32_t>(all_.size()), static_cast<std::uint32_t>(text.size())};
        all_ += text;
        ends_.push_back(all_.size());
        if (2 * ends_.size() > slots_.size()) grow();
        return count_++;
      }
      if (known.size == text.size() && std::memcmp(all_.data() + known.begin, text.data(), text.size()) == 0)
        return known.number;
    }
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(all_).substr(begin, ends_[i] - begin);
  }

 private:
  struct Known {
    std::int32_t number = -1;
    std::uint32_t begin = 0, size = 0;  // in all_
  };

  /// Of the end, where names differ.
  static std::uint64_t hash(std::string_view text) {
    std::uint64_t r = 0;
    if (text.size() >= sizeof r)
      r = word_of(text.data() + text.size() - sizeof r);
    else
      for (const char c : text) r = r << 8 | static_cast<unsigned char>(c);
    const Wide mixed = static_cast<Wide>(r ^ text.size()) * 0x9e3779b97f4a7c15;
    return static_cast<std::uint64_t>(mixed) ^ static_cast<std::uint64_t>(mixed >> 64);
  }
  void grow() {
    std::vector<Known> old(4 * slots_.size());
    old.swap(slots_);
    for (const Known& known : old) {
      if (known.number < 0) continue;
      std::uint64_t slot = hash({all_.data() + known.begin, known.size});
      while (slots_[slot % slots_.size()].number >= 0) ++slot;
      slots_[slot % slots_.size()] = known;
    }
  }

  std::int32_t count_ = 0;
  std::string all_;
  std::vector<std::size_t> ends_;
  std::vector<Known> slots_ = std::vector<Known>(1024);
};

using Array = nb::ndarray<nb::ndim<1>, nb::device::cpu, nb::c_contig>;

/// Where a column goes: numbers, whole numbers, or the numbers of texts.
struct Column {
  double* numbers = nullptr;
  std::int64_t* wholes = nullptr;
  std::int32_t* texts = nullptr;
};

Column column(const Array& array) {
  void* const data = array.data();
  if (array.dtype() == nb::dtype<double>()) return {static_cast<double*>(data), nullptr, nullptr};
  if (array.dtype() == nb::dtype<std::int64_t>()) return {nullptr, static_cast<std::int64_t*>(data), nullptr};
  if (array.dtype() == nb::dtype<std::int32_t>()) return {nullptr, nullptr, static_cast<std::int32_t*>(data)};
  throw InputError("columns: expected arrays of float64, int64 or int32, found others");
}

/// Some rows, one after the other, as one thread reads them.
struct Piece {
  const char* begin = nullptr;
  const char* end = nullptr;  // behind a new line, and kBehindCells before what must not be looked at
  const char* in_file = nullptr;
  std::size_t first_row = 0, rows = 0;
  std::vector<Texts> texts;  // of each column
  std::vector<char> empty;   // has the column empty cells?
  std::exception_ptr error;
};

void at_once(std::vector<Piece>& pieces, const std::function<void(Piece&)>& act) {
  const auto safely = [&act](Piece& piece) {
    try {
      act(piece);
    } catch (...) {
      piece.error = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < pieces.size(); ++i) others.emplace_back(safely, std::ref(pieces[i]));
  safely(pieces[0]);
  for (std::thread& each : others) each.join();
  for (const Piece& piece : pieces)
    if (piece.error) std::rethrow_exception(piece.error);
}

/// Rows of `text`, which ends with a new line. Those within quotes are part of a cell; quotes that do not end
/// are in a row.
std::size_t count_rows(std::string_view text, bool quotes) {
  std::size_t r = 0;
  bool quoted = false;
  for (std::size_t at = 0; (at = quotes ? text.find_first_of("\"\n", at) : text.find('\n', at)) < text.size();
       ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == '\n' && !quoted) ++r;
  }
  return quoted ? r + 1 : r;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

bool is_utf8(std::string_view text) {
  if (std::ranges::all_of(text, is_ascii)) return true;
  const nb::gil_scoped_acquire python;  // which knows
  PyObject* const decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (decoded == nullptr) PyErr_Clear();
  Py_XDECREF(decoded);
  return decoded != nullptr;
}

/// What cannot be read, and where in the file; who has all of it counts the lines before.
struct Wrong {
  const char* at;
  std::string what;
};

/// Reads the rows of a piece into the columns.
class RowReader {
 public:
  RowReader(const std::vector<Column>& columns, Piece& piece)
      : columns_(columns), piece_(piece), at_(piece.begin), row_(piece.first_row) {
    piece.texts.resize(columns.size());
    piece.empty.assign(columns.size(), 0);
  }

  void read() {
    for (const std::size_t end = row_ + piece_.rows; row_ < end; ++row_) {
      for (column_ = 0; column_ < columns_.size(); ++column_) {
        cell_ = at_;
        const Column& to = columns_[column_];
        if (to.numbers != nullptr)
          number(to.numbers[row_]);
        else if (to.wholes != nullptr)
          whole(to.wholes[row_]);
        else
          to.texts[row_] = number_of(text());
        if (*at_ != (column_ + 1 < columns_.size() ? ',' : '\n')) refuse_end();
        ++at_;
      }
    }
  }

 private:
  bool is_empty() {
    if (*at_ != ',' && *at_ != '\n') return false;
    piece_.empty[column_] = 1;
    return true;
  }
  void number(double& to) {
    to = std::numeric_limits<double>::quiet_NaN();
    if (is_empty()) return;
    at_ = read_number(at_, piece_.end, to);
    if (at_ == nullptr) refuse("a number");
  }
  void whole(std::int64_t& to) {
    to = -1;
    if (is_empty()) return;
    const std::from_chars_result read = std::from_chars(at_, piece_.end, to);
    if (read.ec != std::errc{}) refuse("a whole number");
    at_ = read.ptr;
  }
  std::int32_t number_of(std::string_view text) {
    Texts& texts = piece_.texts[column_];
    const std::size_t known = texts.size();
    const std::int32_t r = texts.number_of(text);
    if (texts.size() > known && !is_utf8(text)) refuse("a text in UTF-8");
    return r;
  }
  std::string_view text() {
    if (*at_ == '"') return quoted_text();
    while (*at_ != ',' && *at_ != '\n' && *at_ != '"') ++at_;
    return {cell_, at_};
  }
  std::string_view quoted_text() {
    unquoted_.clear();
    for (++at_; at_ < piece_.end; ++at_) {
      if (*at_ == '"' && *++at_ != '"') return unquoted_;
      unquoted_ += *at_;
    }
    refuse("a text that ends with a quote");
  }

  const char* place() const { return piece_.in_file + (cell_ - piece_.begin); }
  /// What follows a cell that could be read is not what should.
  [[noreturn]] void refuse_end() const {
    if (*at_ == ',' || *at_ == '\n')
      throw Wrong{place(), "expected " + std::to_string(columns_.size()) + " cells, found " +
                               (*at_ == ',' ? "more" : std::to_string(column_ + 1))};
    const Column& column = columns_[column_];
    refuse(column.texts != nullptr     ? "a text, quoted as a whole"
           : column.numbers != nullptr ? "a number"
                                       : "a whole number");
  }
  [[noreturn]] void refuse(const char* expected) const {
    const std::string_view rest(cell_, piece_.end);
    std::string found;
    for (const char c : rest.substr(0, std::min<std::size_t>(rest.find_first_of(",\n"), 40))) {
      const auto byte = static_cast<unsigned char>(c);
      found +=
          is_ascii(c) && c >= ' ' ? std::string{c} : "\\x" + std::string{kHex[byte / 16u], kHex[byte % 16u]};
    }
    throw Wrong{place(), "column " + std::to_string(column_ + 1) + " of " + std::to_string(columns_.size()) +
                             ": expected " + expected + ", found '" + found + "'"};
  }

  static constexpr std::string_view kHex = "0123456789abcdef";
  const std::vector<Column>& columns_;
  Piece& piece_;
  const char* at_;
  const char* cell_ = nullptr;  // where that begins which is read
  std::size_t row_, column_ = 0;
  std::string unquoted_;
};

/// A table of comma-separated values, as a run writes it: rows counted, to be read into columns. Their first
/// line, which tells their names, is not looked at.
class TableText {
 public:
  TableText(const std::string& path, unsigned threads) : path_(path), file_(path) {
    const nb::gil_scoped_release others_may_run;
    const std::string_view text = file_.text();
    const std::string_view rows =
        text.substr(std::min(text.size(), text.find('\n')) + (text.find('\n') < text.size() ? 1 : 0));
    const bool quotes = rows.find('"') < rows.size();
    // The last lines are copied, as nothing can be read behind the file; where there are quotes, all of them,
    // as nobody knows which new lines end one.
    const std::size_t kept =
        quotes || rows.size() <= kBehindCells ? 0 : rows.rfind('\n', rows.size() - kBehindCells) + 1;
    last_ = rows.substr(kept);
    if (!last_.empty() && last_.back() != '\n') last_ += '\n';
    const std::size_t last_size = last_.size();
    last_.append(kBehindCells, '\n');
    const std::string_view body = rows.substr(0, kept);
    std::size_t begin = 0;
    for (unsigned i = 0; i < threads && begin < body.size(); ++i) {
      const std::size_t end = i + 1 == threads
                                  ? body.size()
                                  : body.find('\n', std::max(begin, body.size() * (i + 1) / threads)) + 1;
      pieces_.push_back({body.data() + begin, body.data() + end, body.data() + begin, 0, 0, {}, {}, {}});
      begin = end;
    }
    pieces_.push_back({last_.data(), last_.data() + last_size, rows.data() + kept, 0, 0, {}, {}, {}});
    at_once(pieces_, [quotes](Piece& piece) { piece.rows = count_rows({piece.begin, piece.end}, quotes); });
    for (Piece& piece : pieces_) {
      piece.first_row = rows_;
      rows_ += piece.rows;
    }
  }

  std::size_t rows() const { return rows_; }

  /// Fills the columns; of each: has it empty cells, and the texts whose numbers it holds.
  nb::typed<nb::list, Tuple> read(const nb::typed<nb::list, nb::any>& arrays) {
    std::vector<Column> columns;
    for (const nb::handle each : arrays) {
      const auto array = nb::cast<Array>(each);
      if (array.size() != rows_)
        throw InputError("columns: expected arrays of " + std::to_string(rows_) + ", found one of " +
                         std::to_string(array.size()));
      columns.push_back(column(array));
    }
    if (columns.empty()) throw InputError(path_ + ":1: expected names of columns, found none");
    std::vector<Texts> texts(columns.size());
    try {
      const nb::gil_scoped_release others_may_run;
      at_once(pieces_, [&columns](Piece& piece) { RowReader(columns, piece).read(); });
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].texts != nullptr) texts[i] = in_common(i, columns[i].texts);
    } catch (const Wrong& wrong) {
      const auto line = 1 + std::count(file_.text().data(), wrong.at, '\n');
      throw InputError(path_ + ":" + std::to_string(line) + ": " + wrong.what);
    }
    nb::typed<nb::list, Tuple> r;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      nb::list names;
      for (std::size_t k = 0; k < texts[i].size(); ++k)
        names.append(nb::str(texts[i][k].data(), texts[i][k].size()));
      const bool empty =
          std::ranges::any_of(pieces_, [i](const Piece& piece) { return piece.empty[i] != 0; });
      r.append(nb::make_tuple(empty, names));
    }
    return r;
  }

 private:
  /// Numbers the texts of a column as if one had read all of it.
  Texts in_common(std::size_t column, std::int32_t* numbers) {
    Texts r;
    for (const Piece& piece : pieces_) {
      const Texts& own = piece.texts[column];
      std::vector<std::int32_t> renamed;
      for (std::size_t i = 0; i < own.size(); ++i) renamed.push_back(r.number_of(own[i]));
      for (std::size_t i = piece.first_row; i < piece.first_row + piece.rows; ++i)
        numbers[i] = renamed[static_cast<std::size_t>(numbers[i])];
    }
    return r;
  }

  std::string path_;
  MappedFile file_;
  std::string last_;
  std::vector<Piece> pieces_;
  std::size_t rows_ = 0;
};

}  // namespace

void add_tables(nb::module_& module) {
  nb::class_<TableText>(module, "TableText")
      .def(nb::init<const std::string&, unsigned>(), nb::arg("path"), nb::arg("threads"))
      .def("rows", &TableText::rows)
      .def("read", &TableText::read, nb::arg("columns"));
}

}  // namespace firsthit::python
