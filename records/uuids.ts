/** A number for a row that has a UUID: the same for the same UUID, and exact in JavaScript (53 bits). */
export const numberOf = (uuid: string) => Number(BigInt.asUintN(53, BigInt(`0x${uuid.replaceAll('-', '')}`)))
