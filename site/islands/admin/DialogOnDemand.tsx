import { type ComponentType, useEffect, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { showError } from '../../stores/toasts.ts'

type Props = { isOpen: boolean; load: () => Promise<ComponentType>; onFailed: () => void }

/** A dialog whose script is loaded when it is opened for the first time. */
export function DialogOnDemand({ isOpen, load, onFailed }: Props) {
  const [Dialog, setDialog] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isOpen || Dialog !== null) return
    load().then(
      (Loaded) => setDialog(() => Loaded),
      () => {
        onFailed()
        showError({ title: 'Error', description: messages.island.notLoaded })
      },
    )
  }, [isOpen, Dialog, load, onFailed])
  return Dialog && <Dialog />
}
