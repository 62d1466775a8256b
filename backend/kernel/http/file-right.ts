import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { isForStaff, mayCall, type Policy, type StaffPolicy } from './staff-policy.ts'

/** Milliseconds between two looks at the rights of a person who gets a file. */
const pause = 2000

/** Ends a file that is still being sent when its reader loses the right to it, or signs out. */
export function whileAllowed(file: Readable, policy: Policy, request: FastifyRequest): Readable {
  return isForStaff(policy) ? whileHeld(file, policy, request) : file
}

function whileHeld(file: Readable, policy: StaffPolicy, request: FastifyRequest): Readable {
  let timer: NodeJS.Timeout
  async function look() {
    try {
      const person = await request.server.personOf(request)
      if (person === null || !mayCall(policy, person.rights, request.params))
        return void file.destroy(new Error('The right to this file was taken away while it was sent.'))
    } catch (error) {
      request.log.warn({ err: error }, 'Who gets a file could not be read; trying again.')
    }
    next()
  }
  const next = () => {
    if (!file.closed) timer = setTimeout(look, pause).unref()
  }
  next()
  return file.once('close', () => clearTimeout(timer))
}
