import { createProgressBar } from '../kernel/projector/progress-bar.ts'
import { runFitnessReplay } from './fitness-replay-command.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(({ core }) =>
  runFitnessReplay(process.argv.slice(2), core, {
    print: (text) => process.stdout.write(text),
    onProgress: createProgressBar('Replaying visits'),
  }),
)
