import { conformanceReport, statements, testSources } from './conformance/report.ts';

/* Prints each statement of the specification with the test files that prove it: `npm run conformance`. */

process.stdout.write(conformanceReport(await statements(), await testSources()));
