/** What is wrong with the report's data, in words for its reader. */
export class DamagedReport extends Error {
  override name = 'DamagedReport';
}

export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new DamagedReport(message);
}
