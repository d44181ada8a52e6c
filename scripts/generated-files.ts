import { addressesSource, queriesSource } from './generate-client.ts';
import { operationsSource } from './generate-operations.ts';
import { referenceSource } from './generate-reference.ts';
import { shippedDocumentsSource } from './generate-shipped-documents.ts';

/** Everything that is generated: address below the project, and what has to be there. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['client/src/generated/addresses.ts', addressesSource()],
    ['client/src/generated/operations.ts', await operationsSource()],
    ['client/src/generated/queries.ts', await queriesSource()],
    ['docs/endpoints.md', await referenceSource()],
    ['server/src/capabilities/graphql-proxy/shipped-documents.ts', await shippedDocumentsSource()],
  ]);
}
