import { enableCompileCache } from 'node:module';

// Loading the libraries is most of the time to the first answer; compiled code is kept between starts.
enableCompileCache();
const { serve } = await import('./serve.ts');
await serve(process.env);
