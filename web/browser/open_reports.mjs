// Reports that stay open from test to test: to open one takes longer than most of what is asked of it.
import assert from 'node:assert/strict';

/** Pages that are kept, those used last. More: memory, of a process each. */
const kMost = 8;

export class OpenReports {
  open = new Map();

  /**
   * body(report) with the report of this key as `opened()` gives it, or as the last body left it: then at its beginning,
   * all of it in sight and nothing pointed at. After a failure it is not used again.
   */
  async use(key, opened, body) {
    const kept = this.open.get(key);
    this.open.delete(key);
    await kept?.rewind();
    const report = kept ?? (await opened());
    try {
      await body(report);
      assert.deepEqual(report.page.faults, []);
    } catch (error) {
      await report.close();
      throw error;
    }
    this.open.set(key, report);
    if (this.open.size > kMost) await this.forget(this.open.keys().next().value);
  }

  async forget(key) {
    const report = this.open.get(key);
    this.open.delete(key);
    await report.close();
  }
}
