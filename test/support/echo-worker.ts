import { getCompileCacheDir } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../../backend/kernel/concurrency/worker-tasks.ts'

type Task = { say?: string; after?: number; hang?: true; thread?: true; given?: true; fail?: string; die?: true }

/** A scripted worker. */
serveTasks(async (task: Task) => {
  if (task.after !== undefined) await setTimeout(task.after)
  if (task.fail !== undefined) throw new Error(task.fail)
  if (task.die) process.exit(1)
  while (task.hang);
  if (task.given) return JSON.stringify([Object.keys(process.env), getCompileCacheDir()])
  return task.thread ? String(threadId) : task.say
})
