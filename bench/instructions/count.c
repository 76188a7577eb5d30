// A plugin of qemu-user that says how many instructions a program was given: Debian's qemu brings none. It is for
// programs of one thread. What it calls is declared as in qemu's qemu-plugin.h, which Debian has not either.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_info_t;

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb*, int operation, void*, uint64_t);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);

int qemu_plugin_version = 1;

static uint64_t instructions;
enum { kAdd = 0 };  // QEMU_PLUGIN_INLINE_ADD_U64

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, kAdd, &instructions, qemu_plugin_tb_n_insns(block));
}

static void ended(qemu_plugin_id_t id, void* nothing) {
  (void)id;
  (void)nothing;
  fprintf(stderr, "%" PRIu64 " instructions\n", instructions);
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t* info, int count, char** words) {
  (void)info;
  (void)count;
  (void)words;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
