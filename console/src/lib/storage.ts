const CHOSEN = 'orgdesk.chosen.';

/** Stores a display preference or a head of an audit log. Everyone in this browser shares it, so it must not be personal. */
export function storeInBrowser(key: string, value: string): void {
  try {
    localStorage.setItem(CHOSEN + key, value);
  } catch {
    // Storage is full or disabled.
  }
}

export function readFromBrowser(key: string): string | null {
  try {
    return localStorage.getItem(CHOSEN + key);
  } catch {
    return null;
  }
}

const KEPT = 'orgdesk.kept.';

/** The value survives reloads. Does nothing if storage fails. */
export function storeInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(KEPT + key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled.
  }
}

export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + key) ?? 'null');
  } catch {
    return null;
  }
}

export function removeFromTab(key: string | null = null): void {
  try {
    const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(KEPT));
    for (const name of keys) if (key === null || name === KEPT + key) sessionStorage.removeItem(name);
  } catch {
    // Storage is disabled.
  }
}
