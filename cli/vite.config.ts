import { defaultServerConditions, defineConfig } from 'vite';

/**
 * Writes the whole program, with the client and all libraries, as one file; `pack.ts` adds what starts it, and the
 * thread that reads files.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  resolve: { conditions: ['@orgdesk/source', ...defaultServerConditions] },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: true,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { output: { entryFileNames: 'program.js', codeSplitting: false } },
  },
});
