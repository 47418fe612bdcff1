import type { ComponentProps } from 'react'
import { NewTabHint } from './new-tab-hint.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline'

type Props = ComponentProps<'button'> & {
  variant?: Variant
  /**
   * True to ignore `onClick` but keep the focus, which `disabled` would lose. A submit button still submits, so its
   * form has to ignore that.
   */
  isPending?: boolean
  /** True for a narrower button whose label does not wrap, for example in a table row. */
  isInRow?: boolean
}

const classes: Record<Variant, string> = {
  primary: 'primary-button',
  secondary: 'secondary-button',
  quiet: 'quiet-button',
  danger: 'primary-button danger-button',
  'danger-outline': 'secondary-button danger-outline',
}

/** A button with `type="button"` by default. */
export function Button(props: Props) {
  const { variant = 'secondary', isPending = false, isInRow, className, onClick, ...others } = props
  const names = [classes[variant], isInRow && 'row-button', className].filter(Boolean)
  return (
    <button
      type="button"
      {...others}
      className={names.join(' ')}
      {...(isPending && { 'aria-disabled': true })}
      onClick={isPending ? undefined : onClick}
    />
  )
}

type LinkProps = ComponentProps<'a'> & { variant?: Variant }

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', className, children, ...others }: LinkProps) {
  return (
    <a {...others} className={[classes[variant], className].filter(Boolean).join(' ')}>
      {children}
      {others.target === '_blank' && <NewTabHint />}
    </a>
  )
}
