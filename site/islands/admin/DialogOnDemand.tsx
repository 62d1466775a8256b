import { type ComponentType, useEffect, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { showError } from '../../stores/toasts.ts'

type Props<Own = object> = { isOpen: boolean; load: () => Promise<ComponentType<Own>>; onFailed: () => void }

/** A component whose script is loaded when it is opened for the first time; null until then. */
export function useOnDemand<Own>({ isOpen, load, onFailed }: Props<Own>): ComponentType<Own> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Own> | null>(null)
  useEffect(() => {
    if (!isOpen || Loaded !== null) return
    load().then(
      (component) => setLoaded(() => component),
      () => {
        onFailed()
        showError({ title: 'Error', description: messages.island.notLoaded })
      },
    )
  }, [isOpen, Loaded, load, onFailed])
  return Loaded
}

/** A dialog that needs nothing from the page. */
export function DialogOnDemand(props: Props) {
  const Dialog = useOnDemand(props)
  return Dialog && <Dialog />
}
