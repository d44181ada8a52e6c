/** The organization a page is about, as its parts need to know it. */
export interface Subject {
  readonly login: string;
  /** How it is called in sentences. */
  readonly name: string;
  /** Null while not known. */
  readonly app: 'installed' | 'missing' | 'suspended' | null;
  readonly codeHostName: string;
  /** Address of the code host's pages; null while not known. */
  readonly codeHostUrl: string | null;
}
