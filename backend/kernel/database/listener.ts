import pg from 'pg'

const reconnectAfter = 1000 // ms

export type Listener = {
  /** False while the connection is lost. */
  isListening(): boolean
  stop(): Promise<void>
}

/**
 * LISTENs on a channel over its own connection. Calls `notify` for each notification with its payload, and with '' when
 * some may have been missed; a lost connection is reopened in the background. Notifications can be lost, so callers
 * must poll as well.
 */
export function listenTo(channel: string, config: pg.ClientConfig, notify: (payload: string) => void): Listener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isListening = false

  async function connect() {
    const current = new pg.Client(config)
    client = current
    const lost = () => {
      if (client !== current) return
      client = null
      isListening = false
      current.end().catch(() => {})
      if (!isStopped) timer = setTimeout(connect, reconnectAfter).unref()
    }
    current.on('error', lost)
    current.on('end', lost)
    current.on('notification', ({ payload = '' }) => notify(payload))
    try {
      await current.connect()
      await current.query(`LISTEN ${channel}`)
      isListening = true
      notify('')
    } catch {
      lost()
    }
  }

  void connect()
  return {
    isListening: () => isListening,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
