import { PNG } from 'pngjs'
import { storeImage } from '#domain/settings/image.ts'
import { replaceLogo } from '#domain/platforms/subsystem.ts'
import { db, transaction } from '#server/db.ts'

/** Returns true if a point of the unit square belongs to the sign. */
type Sign = (x: number, y: number) => boolean

const size = 96
/** Samples per pixel and direction, for smooth edges. */
const samples = 4

const box =
  (left: number, top: number, right: number, bottom: number): Sign =>
  (x, y) =>
    x >= left && x <= right && y >= top && y <= bottom
const disc =
  (atX: number, atY: number, radius: number): Sign =>
  (x, y) =>
    Math.hypot(x - atX, y - atY) <= radius
/** Returns a stroke with round ends; `half` is half its width. */
function line(fromX: number, fromY: number, toX: number, toY: number, half = 0.055): Sign {
  const [dx, dy] = [toX - fromX, toY - fromY]
  return (x, y) => {
    // The nearest point of the line, as a share of its length.
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)
    const share = Math.min(1, Math.max(0, along))
    return Math.hypot(x - fromX - share * dx, y - fromY - share * dy) <= half
  }
}
const join =
  (...signs: Sign[]): Sign =>
  (x, y) =>
    signs.some((each) => each(x, y))
const without =
  (sign: Sign, hole: Sign): Sign =>
  (x, y) =>
    sign(x, y) && !hole(x, y)

const logos: Record<string, { color: [number, number, number]; sign: Sign }> = {
  'business-hub': {
    color: [29, 78, 137],
    sign: join(
      disc(0.5, 0.5, 0.13),
      ...[45, 135, 225, 315].map((degrees) => {
        const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
        const [farX, farY] = [0.5 + 0.29 * x, 0.5 + 0.29 * y]
        return join(line(0.5, 0.5, farX, farY, 0.03), disc(farX, farY, 0.085))
      }),
    ),
  },
  onboarding: {
    color: [15, 118, 110],
    sign: join(line(0.26, 0.52, 0.43, 0.69), line(0.43, 0.69, 0.75, 0.33)),
  },
  payouts: {
    color: [180, 83, 9],
    sign: join(
      line(0.28, 0.72, 0.7, 0.3),
      line(0.38, 0.29, 0.71, 0.29),
      line(0.71, 0.29, 0.71, 0.62),
    ),
  },
  reporting: {
    color: [91, 33, 182],
    sign: join(
      box(0.24, 0.54, 0.36, 0.75),
      box(0.44, 0.4, 0.56, 0.75),
      box(0.64, 0.25, 0.76, 0.75),
    ),
  },
  cards: {
    color: [157, 23, 77],
    sign: without(
      box(0.2, 0.3, 0.8, 0.7),
      join(box(0.2, 0.4, 0.8, 0.48), box(0.27, 0.58, 0.45, 0.63)),
    ),
  },
  'tax-documents': {
    color: [55, 65, 81],
    sign: without(
      (x, y) => box(0.29, 0.2, 0.71, 0.8)(x, y) && x - y <= 0.36,
      join(box(0.38, 0.42, 0.62, 0.47), box(0.38, 0.54, 0.62, 0.59), box(0.38, 0.66, 0.52, 0.71)),
    ),
  },
}

/** Sets the logo of a new platform: a white sign on a colored ground, drawn here. */
export async function addLogo(id: string): Promise<void> {
  const logo = logos[id]
  if (!logo) return
  const image = { png: PNG.sync.write(draw(logo)), width: size, height: size }
  await transaction(db, async (tx) => replaceLogo(tx, { id, logo: await storeImage(tx, image) }))
}

function draw({ color, sign }: (typeof logos)[string]): PNG {
  const png = new PNG({ width: size, height: size })
  for (let at = 0; at < size * size; at += 1) {
    const [column, row] = [at % size, Math.floor(at / size)]
    const pixel = color.map((each) => each + (255 - each) * covered(sign, column, row))
    png.data.set([...pixel, 255 * covered(ground, column, row)], at * 4)
  }
  return png
}

/** A square with rounded corners. */
const ground: Sign = (x, y) => {
  const [dx, dy] = [x, y].map((each) => Math.max(0, Math.abs(each - 0.5) - 0.28)) as [
    number,
    number,
  ]
  return Math.hypot(dx, dy) <= 0.22
}

/** Returns the share of a pixel that the sign covers, between 0 and 1. */
function covered(sign: Sign, column: number, row: number): number {
  let hits = 0
  for (let at = 0; at < samples * samples; at += 1) {
    const x = (column + ((at % samples) + 0.5) / samples) / size
    const y = (row + (Math.floor(at / samples) + 0.5) / samples) / size
    if (sign(x, y)) hits += 1
  }
  return hits / (samples * samples)
}
