import { classifyByBundledModel } from '../moderation/bundled-model.ts'
import { scoreLines } from './moderation-score-command.ts'

/** `npm run --silent moderation:score < posts.jsonl > verdicts.jsonl` */
process.exitCode = await scoreLines({
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  classify: classifyByBundledModel,
})
