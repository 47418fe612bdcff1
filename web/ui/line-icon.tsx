import type { ReactNode } from 'react'

type Props = {
  /** SVG path of the line, in a square of `box` units. */
  path: string
  box?: 16 | 20 | 24
  /** Width and height in pixels; by default one pixel per unit. */
  size?: number
  strokeWidth?: number
  className?: string | undefined
  /** Additional SVG elements, drawn behind the path. */
  children?: ReactNode
}

/** A line icon in the color of the text. Hidden from screen readers, because the text beside it has the meaning. */
export function LineIcon({
  path,
  box = 20,
  size = box,
  strokeWidth = 1.8,
  className,
  children,
}: Props) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${box} ${box}`}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
      <path d={path} />
    </svg>
  )
}
