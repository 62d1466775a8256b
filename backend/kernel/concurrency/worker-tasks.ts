import { parentPort } from 'node:worker_threads'

/** The worker’s side of `createWorkerQueue`. */
export function serveTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      parentPort?.postMessage({ answer: await work(task) })
    } catch (error) {
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) })
    }
  })
  parentPort?.postMessage('ready')
}
