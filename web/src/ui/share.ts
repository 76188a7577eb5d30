import { say } from './dom';

/** Puts a text on the clipboard and says so on the button. */
export async function copy(text: string, from: HTMLButtonElement): Promise<void> {
  const done = (await toClipboard(text)) || selectAndCopy(text);
  const before = from.textContent ?? '';
  from.textContent = done ? 'Copied' : 'Not allowed';
  from.disabled = true;
  say(done ? 'Copied' : 'The browser did not allow to copy');
  setTimeout(() => {
    from.textContent = before;
    from.disabled = false;
  }, 1200);
}

export function download(name: string, text: string, type: string): void {
  downloadBlob(name, new Blob([text], { type }));
}

export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not from disk in some browsers
  }
}

function selectAndCopy(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
