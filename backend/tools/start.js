import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Plain JavaScript, because Node loads its type stripper for the first file that has types, which takes longer than
// everything up to the first page. The cache keeps the compiled form of all other files.
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compile'))
await import('./start.ts')
