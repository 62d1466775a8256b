import { createMemoryLog } from '../../backend/kernel/eventlog/memory.ts'
import { describeEventLog } from '../eventlog-contract.ts'

describeEventLog('in memory', async () => {
  const log = createMemoryLog()
  return {
    open: async () => log,
    openOverBadNetwork: async () => ({ log, loseNextAnswer() {}, cut() {} }),
    close: () => log.close(),
  }
})
