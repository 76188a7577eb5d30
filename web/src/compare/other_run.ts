import { DamagedReport } from '../run/damage';
import { loadRun } from '../run/payload';
import type { Run } from '../run/types';

/** The run of another report, from the text of its file. Throws DamagedReport. */
export async function runOf(report: string): Promise<Run> {
  const blocks = { getElementById: (id: string) => blockOf(report, id) };
  if (blocks.getElementById('firsthit-run') === null)
    throw new DamagedReport('This file is no report of firsthit: it has no run in it.');
  return loadRun(blocks);
}

/** The script block of that id, the last of them: the page's own code comes before its data. */
function blockOf(report: string, id: string): { textContent: string | null } | null {
  const mark = report.lastIndexOf(` id="${id}">`);
  if (mark < 0) return null;
  const begin = report.indexOf('>', mark) + 1;
  const end = report.indexOf('</script>', begin);
  return end < 0 ? null : { textContent: report.slice(begin, end) };
}
