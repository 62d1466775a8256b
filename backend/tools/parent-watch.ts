import { environment } from '../config/environment.ts'

const interval = 300 // ms
const scripts = new Set(['start', 'dev'])

/**
 * npm passes signals on to the product, which takes the place of its shell (`exec` in package.json). An npm that is
 * killed passes nothing on and leaves the product running without a parent. So a product that npm started stops in order
 * when its parent is gone: it sends itself SIGTERM, unless it got a signal too.
 */
export function stopWithNpm(): void {
  const script = environment().npm_lifecycle_event
  if (script === undefined || !scripts.has(script)) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    forget()
    process.kill(process.pid, 'SIGTERM')
  }, interval)
  timer.unref()

  // A later signal would end the process at once, so a signal from elsewhere ends the watch.
  const forget = () => {
    clearInterval(timer)
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    // Before the server listens to signals, they end the process as usual.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
}
