/** What the page's address says after #, so that a moment can be shared: t=1.5&color=speed&body=3. */
export interface Address {
  /** [T] as shown. */
  time?: number;
  color?: string;
  body?: number;
}

export function readAddress(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const address: Address = {};
  const time = fields.get('t');
  if (time !== null && time.trim() !== '' && Number.isFinite(Number(time))) address.time = Number(time);
  const color = fields.get('color');
  if (color !== null) address.color = color;
  const body = fields.get('body');
  if (body !== null && /^\d+$/.test(body)) address.body = Number(body);
  return address;
}

/** The shortest text that reads back as the same moment. */
export function writeAddress(address: Address): string {
  const fields: string[] = [];
  if (address.time !== undefined) fields.push(`t=${address.time}`);
  if (address.color !== undefined) fields.push(`color=${encodeURIComponent(address.color)}`);
  if (address.body !== undefined) fields.push(`body=${address.body}`);
  return fields.length > 0 ? `#${fields.join('&')}` : '';
}
