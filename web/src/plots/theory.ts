// What theory says of a gas in equilibrium, where the summary says that it applies.
import { formatNumber } from '../run/numbers';
import type { Run } from '../run/types';

/** `equilibrium` of summary.json, as docs/formats/output.md describes it; reports may lack it. */
interface Equilibrium {
  speeds?: boolean;
  pressure?: boolean;
  reason?: string | null;
  compressibility_theory?: number | null;
  compressibility_theory_error?: number | null;
  source?: string | null;
}

function equilibriumOf({ summary }: Run): Equilibrium {
  return typeof summary.equilibrium === 'object' && summary.equilibrium !== null ? summary.equilibrium : {};
}

/** Why the equation of state does not hold; empty if it does, or if nothing is known. */
export function whyNoEquation(run: Run): string {
  const { pressure, reason } = equilibriumOf(run);
  return pressure === false ? (reason ?? '') : '';
}

/** The pressure that the equation of state gives at the temperature measured; null where there is none. */
export function pressureInTheory(run: Run): { name: string; pressure: number } | null {
  const { compressibility_theory: theory, source } = equilibriumOf(run);
  const { pressure, compressibility } = run.summary as Record<string, unknown>;
  if (typeof theory !== 'number' || typeof pressure !== 'number' || typeof compressibility !== 'number')
    return null;
  // P V / (N T) of both, at the same N, V and T.
  return compressibility > 0
    ? { name: nameOf(source), pressure: (theory / compressibility) * pressure }
    : null;
}

/**
 * The compressibility beside the equation of state's, their difference in error bars: the run's standard error and
 * how far the equation may be off, together.
 */
export function againstTheory(run: Run): string {
  const { compressibility_theory: theory, compressibility_theory_error: own, source } = equilibriumOf(run);
  const { compressibility, compressibility_error: error } = run.summary as Record<string, unknown>;
  if (typeof theory !== 'number' || typeof compressibility !== 'number') return '';
  const difference = compressibility - theory;
  const bar = Math.hypot(typeof error === 'number' ? error : 0, own ?? 0);
  const sign = difference < 0 ? '−' : '+';
  const share = `${sign}${formatNumber((100 * Math.abs(difference)) / theory, 2)} %`;
  const said = `${nameOf(source)}: ${formatNumber(theory)}`;
  if (!(bar > 0)) return `${said}; measured ${share}`;
  const bars = `${sign}${formatNumber(Math.abs(difference) / bar, 2)} error bars`;
  return `${said} ± ${formatNumber(own ?? 0, 2)}; measured ${share}, ${bars}`;
}

/** Without where it was published. */
function nameOf(source: string | null | undefined): string {
  return source?.split(', doi:')[0] ?? 'theory';
}
