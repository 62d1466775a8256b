import { upcasters } from '../../backend/event-schemas/upcasters.ts'
import { replayFitness } from '../../backend/experiments/fitness-replay.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createPostgresLog } from '../../backend/kernel/eventlog/postgres/postgres-log.ts'
import { replayRequest } from '../../contract/fitness-replay.ts'

/** One replay in a process of its own; prints what it took as JSON. `node replay-process.ts DATABASE_URL [until]` */
const [url = '', until] = process.argv.slice(2)
const database = connect(url, { max: 2 })
const log = createPostgresLog(database.pool)
const { decode } = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })
const request = replayRequest.parse({ weights: { donation: 2, volunteer: 1, time: 0.01 }, timeCap: 30_000 })
const startedAt = performance.now()
const replay = await replayFitness({ log, decode }, request, { until: until ?? null })
const seconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage()
const cpu = (user + system) / 1e6
const mb = process.resourceUsage().maxRSS / 1024
const { visitors, hash, breeding } = replay
console.log(JSON.stringify({ seconds, cpu, mb, visitors, same: breeding.same, hash }))
await database.close()
