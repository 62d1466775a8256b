import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../../backend/concurrency/worker-tasks.ts'

/** A thread that does as it is told. */
serveTasks(async (task: { say?: string; after?: number; hang?: true; thread?: true; fail?: string; die?: true }) => {
  if (task.after !== undefined) await setTimeout(task.after)
  if (task.fail !== undefined) throw new Error(task.fail)
  if (task.die) process.exit(1)
  while (task.hang);
  return task.thread ? String(threadId) : task.say
})
