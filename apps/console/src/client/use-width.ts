"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The live width of an element in pixels.
 * @param first the assumed width until it is measured
 */
export function useWidth<Element extends HTMLElement>(first = 0): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
