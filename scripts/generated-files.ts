import { apiSource, queriesSource } from './generate-client.ts';
import { conformanceSource, statements, testSources } from './generate-conformance.ts';
import { operationsSource } from './generate-operations.ts';
import { shippedDocumentsSource } from './generate-shipped-documents.ts';

/** Everything that is generated: address below the project, and what has to be there. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['client/src/generated/api.ts', await apiSource()],
    ['client/src/generated/operations.ts', await operationsSource()],
    ['client/src/generated/queries.ts', await queriesSource()],
    ['server/src/capabilities/graphql-proxy/shipped-documents.ts', await shippedDocumentsSource()],
    ['docs/conformance.md', conformanceSource(await statements(), await testSources())],
  ]);
}
