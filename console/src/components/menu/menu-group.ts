export interface MenuEntry {
  readonly words: string;
  readonly onSelect?: () => void;
  /** A link if set. */
  readonly href?: string;
  /** A link to a page of the console if set. */
  readonly path?: string;
  readonly isDownload?: true;
  readonly isDangerous?: boolean;
  readonly isChosen?: boolean;
  /** Why it cannot be selected. */
  readonly unavailable?: string | null;
}

export interface MenuGroup {
  readonly heading?: string;
  /** The menu stays open while several are chosen. */
  readonly choice?: 'single' | 'multiple';
  readonly entries: readonly MenuEntry[];
}
