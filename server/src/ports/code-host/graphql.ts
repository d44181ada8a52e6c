export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface GraphqlData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphqlError[];
}

/** An error that clients may see. */
export interface GraphqlError {
  readonly message: string;
  /** Platform type, such as `FORBIDDEN`; null if none. */
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
}
