import { serveTasks } from '../kernel/concurrency/worker-tasks.ts'
import type { ClassificationTask } from './classification-thread.ts'
import { createDecodedModels, type ModelAnswer } from './decoded-models.ts'

/** The worker thread that classifies posts. */
const models = createDecodedModels()

serveTasks((task: ClassificationTask): ModelAnswer | boolean =>
  'file' in task ? models.load(task.digest, task.file) : models.classify(task.text, task.digest),
)
