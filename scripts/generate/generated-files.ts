import { addressesSource } from './addresses.ts';
import { contractTypesSource } from './contract-types.ts';
import { endpointIndex } from './endpoint-index.ts';
import { operationsSource, queriesSource, readQueries, shippedDocumentsSource } from './queries.ts';

/** Everything that is generated: address below the project, and what has to be there. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const queries = await readQueries();
  return new Map([
    ['client/src/generated/addresses.ts', addressesSource()],
    ['client/src/generated/contract.ts', contractTypesSource()],
    ['client/src/generated/operations.ts', await operationsSource(queries)],
    ['client/src/generated/queries.ts', queriesSource(queries)],
    ['docs/endpoints.md', endpointIndex()],
    ['server/src/features/graphql-proxy/shipped-documents.ts', shippedDocumentsSource(queries)],
  ]);
}
