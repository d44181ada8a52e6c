import { conformanceReport, statements, testSources } from './conformance/report.ts';
import { scriptArguments } from './script-arguments.ts';

/* Prints each statement of the specification with the test files that prove it: `npm run conformance`. */

scriptArguments({
  name: 'conformance',
  about: 'Prints each statement of the specification with the test files that prove it.',
});

process.stdout.write(conformanceReport(await statements(), await testSources()));
