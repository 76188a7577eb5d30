#include "record/base/output_folder.hpp"

#include "record/record_support.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace firsthit {
namespace {

namespace fs = std::filesystem;
using testing::lines;
using testing::read;
using testing::SmallDisk;
using testing::TemporaryFolder;
using testing::write;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFolder, CountsUpWhereOneExists) {
  const TemporaryFolder folder;
  EXPECT_EQ(OutputFolder::fresh(folder / "out", "gas").path(), folder / "out" / "gas");
  EXPECT_EQ(OutputFolder::fresh(folder / "out", "gas").path(), folder / "out" / "gas-2");
  EXPECT_EQ(OutputFolder::fresh(folder / "out", "gas").path(), folder / "out" / "gas-3");
}

TEST(OutputFolder, RefusesARunThatIsThereUnlessForced) {
  const TemporaryFolder folder;
  {
    OutputFolder first = OutputFolder::at(folder / "run", false);
    write(first.claim("summary.json"), "{}");
    for (const bool force : {false, true})
      EXPECT_NE(message_of([&] { OutputFolder::at(folder / "run", force); }).find("another run is writing"),
                std::string::npos);
  }
  write(folder / "run/notes.txt", "mine");
  EXPECT_NE(message_of([&] { OutputFolder::at(folder / "run", false); }).find("summary.json: exists already"),
            std::string::npos);
  EXPECT_EQ(read(folder / "run/summary.json"), "{}");

  OutputFolder::at(folder / "run", true);
  EXPECT_FALSE(fs::exists(folder / "run/summary.json"));
  EXPECT_EQ(read(folder / "run/notes.txt"), "mine");
}

TEST(OutputFolder, NeverRemovesAFileOfOursByNameThatItDidNotWrite) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "run");
  write(folder / "run/picture.svg", "painted by hand");
  for (const bool force : {false, true})
    EXPECT_NE(message_of([&] { OutputFolder::at(folder / "run", force); }).find("picture.svg"),
              std::string::npos);
  EXPECT_EQ(read(folder / "run/picture.svg"), "painted by hand");
}

TEST(OutputFolder, RemovesNothingThatAForgedListNames) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "run");
  write(folder / "precious", "keep");
  write(folder / "run/other", "keep");
  write(folder / "run/.firsthit-output", "../precious\nother\n/etc/hostname\n");
  OutputFolder::at(folder / "run", true);
  EXPECT_EQ(read(folder / "precious"), "keep");
  EXPECT_EQ(read(folder / "run/other"), "keep");
}

TEST(OutputFolder, GivesAFileOfARunAgainButNoneOfSomebodyElse) {
  const TemporaryFolder folder;
  write(OutputFolder::at(folder / "run", false).claim("report.html"), "old");
  EXPECT_EQ(OutputFolder::of_run(folder / "run").reclaim("report.html"), folder / "run/report.html");
  write(folder / "run/paths.bin", "mine");
  EXPECT_NE(message_of([&] { OutputFolder::of_run(folder / "run").reclaim("paths.bin"); }).find("paths.bin"),
            std::string::npos);
  EXPECT_EQ(lines(read(folder / "run/.firsthit-output")), std::vector<std::string>{"report.html"});
}

TEST(OutputFolder, KeepsPartOfAReserve) {
  const TemporaryFolder folder;
  Reserve reserve(folder / "reserve", 100000);
  reserve.shrink(3000);
  EXPECT_EQ(fs::file_size(folder / "reserve"), 3000U);
  reserve.shrink(5000);
  EXPECT_EQ(fs::file_size(folder / "reserve"), 3000U);
  reserve.release();
  EXPECT_FALSE(fs::exists(folder / "reserve"));
}

TEST(OutputFolder, ReplacesALinkAndNotWhatItPointsTo) {
  const TemporaryFolder folder;
  write(folder / "precious", "keep");
  {
    OutputFolder run = OutputFolder::at(folder / "run", false);
    fs::create_symlink(folder / "precious", run.claim("events.csv"));
  }
  OutputFolder::at(folder / "run", true);
  EXPECT_FALSE(fs::is_symlink(folder / "run/events.csv"));
  EXPECT_EQ(read(folder / "precious"), "keep");
}

TEST(OutputFolder, LeavesFilesOfOthersInPeaceWhenTheFolderIsTheirs) {
  const TemporaryFolder folder;
  write(folder / "notes.txt", "mine");
  OutputFolder run = OutputFolder::at(folder.path(), false);
  write_whole(run.claim("summary.json"), "{}");
  EXPECT_EQ(read(folder / "notes.txt"), "mine");
}

TEST(OutputFolder, SaysWhyAFolderCannotBeMade) {
  const TemporaryFolder folder;
  write(folder / "file", "");
  const std::string message = message_of([&] { OutputFolder::at(folder / "file/run", false); });
  EXPECT_NE(message.find("cannot make the folder: Not a directory"), std::string::npos) << message;
}

TEST(WriteWhole, LeavesTheOldFileWhereTheNewOneDoesNotFit) {
  const SmallDisk disk(64);
  if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
  write_whole(disk.path() / "file", "old");
  const std::string message =
      message_of([&] { write_whole(disk.path() / "file", std::string(100000, 'x')); });
  EXPECT_NE(message.find("file: cannot write: No space left on device"), std::string::npos) << message;
  EXPECT_EQ(read(disk.path() / "file"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(disk.path()), fs::directory_iterator()), 1);
}

TEST(RowFile, EndsWithItsLastWholeRowOnAFullDisk) {
  const SmallDisk disk(64);
  if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
  RowFile file(disk.path() / "rows.csv");
  const std::string message = message_of([&] {
    for (int i = 0; i < 100000; ++i) {
      file.add("row " + std::to_string(i) + "\n");
      if (i % 10 == 0) file.flush();
    }
  });
  EXPECT_NE(message.find("rows.csv: cannot write: No space left on device"), std::string::npos) << message;
  file.add("never seen\n");
  file.close();
  const std::string text = read(disk.path() / "rows.csv");
  ASSERT_GT(text.size(), 50000U);
  EXPECT_EQ(text.back(), '\n');
  const std::vector<std::string> rows = lines(text);
  for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], "row " + std::to_string(i));
}

TEST(RowFile, CutsBackToItsMark) {
  const SmallDisk disk(64);
  if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
  RowFile file(disk.path() / "rows.csv");
  file.add("one\ntwo\n");
  file.mark();
  EXPECT_THROW(file.add(std::string(400000, 'x') + "\n"), OutputError);
  EXPECT_EQ(read(disk.path() / "rows.csv"), "one\ntwo\n");
}

TEST(RowFile, ReportsADeviceThatIsFull) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  RowFile file("/dev/full");
  file.add("row\n");
  EXPECT_NE(message_of([&] { file.close(); }).find("No space left on device"), std::string::npos);
}

TEST(Reserve, TakesRealSpaceAndGivesItBack) {
  const SmallDisk disk(256);
  if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
  EXPECT_THROW(Reserve(disk.path() / "reserve", 300000), OutputError);
  EXPECT_FALSE(fs::exists(disk.path() / "reserve"));
  Reserve reserve(disk.path() / "reserve", 200000);
  EXPECT_THROW(write_whole(disk.path() / "file", std::string(150000, 'x')), OutputError);
  reserve.release();
  EXPECT_NO_THROW(write_whole(disk.path() / "file", std::string(150000, 'x')));
}

}  // namespace
}  // namespace firsthit
