type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsIn = (place: HTMLElement) => [
  ...place.querySelectorAll<Control>('input[name], textarea[name], select[name]'),
]

/** Identifies a control and the one that React renders in its place: by form, name and, for a choice, its value. */
function keyOf(control: Control): string {
  const form = control.form === null ? -1 : [...document.forms].indexOf(control.form)
  return [form, control.name, isTicked(control) ? control.value : ''].join('\n')
}

/** By key; the second of two controls with the same key is separate. */
function byKey(place: HTMLElement): Map<string, Control> {
  const controls = new Map<string, Control>()
  for (const control of controlsIn(place)) {
    let key = keyOf(control)
    while (controls.has(key)) key += '\n'
    controls.set(key, control)
  }
  return controls
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/** Copies values that differ from the markup; React renders values from the server by itself. */
function copyValue(from: Control, to: Control): void {
  if (isTicked(from) && isTicked(to)) {
    if (from.checked !== from.defaultChecked) to.checked = from.checked
  } else if (from instanceof HTMLSelectElement || from.value !== from.defaultValue) to.value = from.value
}

/** An email field has no selection to read; its caret is then at the end. */
function copySelection(from: Control, to: Control): void {
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement || from.selectionStart === null) return
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined)
}

/**
 * Watches the fields of server-rendered markup while React starts in it. Where a translator or password manager has
 * changed that markup, React renders it again. The returned function, called once React has, copies the input, choices,
 * selection and focus into the new fields. The fields must be uncontrolled.
 */
export function watchTyped(place: HTMLElement): () => void {
  const before = byKey(place)
  let focused = document.activeElement
  const onFocus = () => {
    focused = document.activeElement
  }
  // When React removes the field, that is part of this task; when people leave it, the next task finds it in the page.
  const onBlur = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (focused === target) focused = document.activeElement
    })
  place.addEventListener('focusin', onFocus)
  place.addEventListener('focusout', onBlur)

  return function restore() {
    place.removeEventListener('focusin', onFocus)
    place.removeEventListener('focusout', onBlur)
    const after = byKey(place)
    for (const [key, old] of before) {
      const control = after.get(key)
      if (control === undefined || old.isConnected) continue
      copyValue(old, control)
      if (focused !== old) continue
      control.focus({ preventScroll: true })
      copySelection(old, control)
    }
  }
}
