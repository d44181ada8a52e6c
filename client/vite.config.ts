import { defineConfig } from 'vite';

/** Writes the script of the package with its source map; `tsc` writes the types beside it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: 'es2022',
    minify: false,
    sourcemap: true,
    license: { fileName: 'LICENSES.md' },
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
  },
});
