import type { Losses } from "../model/report";
import type { Cell, Place } from "../model/review";
import { htmlCell } from "../reading/cells";
import { type JsonObject, listOf, objectOf } from "../reading/json";

/** Reads values of an object, each with its position. */
export class Properties {
  constructor(
    private readonly object: JsonObject,
    private readonly pointer: string,
    private readonly file: string,
  ) {}

  get place(): Place {
    return { file: this.file, line: 1, column: 1, pointer: this.pointer };
  }

  value(name: string): unknown {
    return Object.hasOwn(this.object, name) ? this.object[name] : undefined;
  }

  objectAt(name: string): Properties {
    return new Properties(objectOf(this.value(name)) ?? {}, `${this.pointer}/${name}`, this.file);
  }

  list(name: string): readonly Properties[] {
    return listOf(this.value(name)).map(
      (value, index) => new Properties(objectOf(value) ?? {}, `${this.pointer}/${name}/${index}`, this.file),
    );
  }

  number(name: string): Cell<number> | undefined {
    const value = this.value(name);
    return typeof value === "number" ? this.#cell(name, value, String(value)) : undefined;
  }

  text(name: string): string {
    const value = this.value(name);
    return typeof value === "string" ? value : "";
  }

  boolean(name: string): Cell<boolean> | undefined {
    const value = this.value(name);
    return typeof value === "boolean" ? this.#cell(name, value, String(value)) : undefined;
  }

  word<Value>(name: string, words: ReadonlyMap<string, Value>): Cell<Value> | undefined {
    const text = this.text(name);
    const value = words.get(text);
    return value === undefined ? undefined : this.#cell(name, value, text);
  }

  html(name: string, losses: Losses): Cell<string> {
    return htmlCell(this.text(name), this.placeOf(name), losses);
  }

  placeOf(name: string): Place {
    return { ...this.place, pointer: `${this.pointer}/${name}` };
  }

  #cell<Value>(name: string, value: Value, text: string): Cell<Value> {
    return { value, text, place: this.placeOf(name) };
  }
}
