/** A document that has been checked, with its variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a query found, and what the platform says about the parts it did not give. */
export interface GraphqlData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphqlError[];
}

/** A GraphQL error as clients may see it. */
export interface GraphqlError {
  readonly message: string;
  /** The platform's kind of error, `FORBIDDEN` for example; null when it gave none. */
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
}
