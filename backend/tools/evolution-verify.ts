import { createProgressBar } from '../kernel/projector/progress-bar.ts'
import { runEvolutionVerify } from './evolution-verify-command.ts'
import { withDatabase } from './with-database.ts'

/**
 * `npm run evolution:verify`: recomputes every draw, chance, score and generation from the log, and records its
 * findings. Exit code: 0 all the same, 1 something differs.
 */
await withDatabase(({ core }) =>
  runEvolutionVerify(core, { print: console.log, onProgress: createProgressBar('Recomputing evolution') }),
)
