import type { FastifyInstance } from 'fastify'
import type { CommandTools } from './command.ts'
import { emailSignupCommands } from './email-signups.ts'
import { endorsementCommands } from './endorsements.ts'
import { erasureCommands } from './erasures.ts'
import { prayerCommands } from './prayers.ts'

/** The write side of the features; accounts and sessions stand apart (auth.ts). */
export async function commands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  await app.register(prayerCommands, tools)
  await app.register(endorsementCommands, tools)
  await app.register(emailSignupCommands, tools)
  await app.register(erasureCommands, tools)
}
