export type Result<Value> = { ok: true; value: Value } | { ok: false; reason: string };
