const PREFIX = 'orgdesk.kept.';

/** Stores a value in this tab. It survives reloads. Does nothing if storage fails. */
export function storeInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled.
  }
}

/** Returns the unvalidated value, or null. */
export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes one value, or all if the key is null. */
export function removeFromTab(key: string | null = null): void {
  try {
    const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of keys) if (key === null || name === PREFIX + key) sessionStorage.removeItem(name);
  } catch {
    // Storage is disabled.
  }
}
