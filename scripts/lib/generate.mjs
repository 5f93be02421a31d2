// Sources made from schemas/registry.openapi.json: types and validators, in schemas/generated.

export async function generate() {}
