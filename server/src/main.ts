import { enableCompileCache } from 'node:module';
import { answerArguments } from './command-line.ts';

const answer = answerArguments(process.argv.slice(2));
if (answer === null) {
  // Loading the libraries is most of the time to the first answer; compiled code is kept between starts.
  enableCompileCache();
  const { serve } = await import('./serve.ts');
  await serve(process.env);
} else {
  process.stdout.write(answer.out);
  process.stderr.write(answer.err);
  process.exitCode = answer.exitCode;
}
