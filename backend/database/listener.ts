import pg from 'pg'

const reconnectAfter = 1000 // ms

/**
 * LISTENs on a channel over its own connection and calls `notify` for each notification; a lost connection is reopened
 * in the background. This is only a hint: notifications can be lost, so callers must poll as well.
 */
export function listenTo(channel: string, config: pg.ClientConfig, notify: () => void): { stop(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function connect() {
    const current = new pg.Client(config)
    client = current
    const lost = () => {
      if (client !== current) return
      client = null
      current.end().catch(() => {})
      if (!isStopped) timer = setTimeout(connect, reconnectAfter).unref()
    }
    current.on('error', lost)
    current.on('end', lost)
    current.on('notification', notify)
    try {
      await current.connect()
      await current.query(`LISTEN ${channel}`)
      notify()
    } catch {
      lost()
    }
  }

  void connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
