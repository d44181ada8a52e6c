const PREFIX = 'orgdesk.kept.';

/** The value survives reloads. Does nothing if storage fails. */
export function storeInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled.
  }
}

export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

export function removeFromTab(key: string | null = null): void {
  try {
    const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of keys) if (key === null || name === PREFIX + key) sessionStorage.removeItem(name);
  } catch {
    // Storage is disabled.
  }
}
